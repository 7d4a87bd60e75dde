"""Writes pictures without any package."""
import struct
import zlib


def write_png(path, width, height, rows):
    """Writes rows of red, green and blue bytes, the bottom row first."""
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    lines = b''.join(b'\0' + rows[y * width * 3:(y + 1) * width * 3] for y in reversed(range(height)))
    with open(path, 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0))
                   + chunk(b'IDAT', zlib.compress(lines)) + chunk(b'IEND', b''))
