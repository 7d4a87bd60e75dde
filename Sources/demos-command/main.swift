// demos: the executable over the library of the demos.

import DemoKit

Demos.main()
