"""The apps on the phone, one module or small package each."""
