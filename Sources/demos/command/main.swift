// demos: the executable; the library contains the demos.

import DemoKit

Demos.main()
