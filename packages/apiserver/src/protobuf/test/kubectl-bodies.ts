const bytes = (text: string): Buffer => Buffer.from(text.replace(/\s+/g, ''), 'hex')

/** What `kubectl create configmap a --from-literal=k=v` sends. */
export const CONFIG_MAP = bytes(`
  6b 38 73 00 0a 0f 0a 02 76 31 12 09 43 6f 6e 66 69 67 4d 61 70 12 1b 0a 11 0a 01 61 12 00 1a 00
  22 00 2a 00 32 00 38 00 42 00 12 06 0a 01 6b 12 01 76 1a 00 22 00
`)

/** What `kubectl create deployment d0 --image=nginx --replicas=0` sends. */
export const DEPLOYMENT = bytes(`
  6b 38 73 00 0a 15 0a 07 61 70 70 73 2f 76 31 12 0a 44 65 70 6c 6f 79 6d 65 6e 74 12 a7 01 0a 1d
  0a 02 64 30 12 00 1a 00 22 00 2a 00 32 00 38 00 42 00 5a 09 0a 03 61 70 70 12 02 64 30 12 78 08
  00 12 0b 0a 09 0a 03 61 70 70 12 02 64 30 1a 5f 0a 1b 0a 00 12 00 1a 00 22 00 2a 00 32 00 38 00
  42 00 5a 09 0a 03 61 70 70 12 02 64 30 12 40 12 22 0a 05 6e 67 69 6e 78 12 05 6e 67 69 6e 78 2a
  00 42 00 6a 00 72 00 80 01 00 88 01 00 90 01 00 a2 01 00 1a 00 32 00 42 00 4a 00 52 00 58 00 60
  00 68 00 82 01 00 8a 01 00 9a 01 00 c2 01 00 22 02 0a 00 28 00 38 00 1a 0c 08 00 10 00 18 00 20
  00 28 00 38 00 1a 00 22 00
`)

/** What `kubectl create service nodeport np0 --tcp=80:http` sends. */
export const SERVICE = bytes(`
  6b 38 73 00 0a 0d 0a 02 76 31 12 07 53 65 72 76 69 63 65 12 6b 0a 1f 0a 03 6e 70 30 12 00 1a 00
  22 00 2a 00 32 00 38 00 42 00 5a 0a 0a 03 61 70 70 12 03 6e 70 30 12 44 0a 1e 0a 07 38 30 2d 68
  74 74 70 12 03 54 43 50 18 50 22 0a 08 01 10 00 1a 04 68 74 74 70 28 00 12 0a 0a 03 61 70 70 12
  03 6e 70 30 1a 00 22 08 4e 6f 64 65 50 6f 72 74 3a 00 42 00 52 00 5a 00 60 00 68 00 1a 02 0a 00
  1a 00 22 00
`)

/** What `kubectl create token default --duration=10m` sends. */
export const TOKEN_REQUEST = bytes(`
  6b 38 73 00 0a 28 0a 18 61 75 74 68 65 6e 74 69 63 61 74 69 6f 6e 2e 6b 38 73 2e 69 6f 2f 76 31
  12 0c 54 6f 6b 65 6e 52 65 71 75 65 73 74 12 1d 0a 10 0a 00 12 00 1a 00 22 00 2a 00 32 00 38 00
  42 00 12 03 20 d8 04 1a 04 0a 00 12 00 1a 00 22 00
`)
