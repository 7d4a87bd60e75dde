// framescope: looks into captured frames.

Framescope.start()
