// framescope: inspects captured frames.

Framescope.start()
