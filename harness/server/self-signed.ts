import { execFileSync } from 'node:child_process'

/** A self-signed key and certificate for localhost and 127.0.0.1, valid for a day. */
export function selfSigned(): { key: string; cert: string } {
  const asked =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost ' +
    '-addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout - -out -'
  const pem = execFileSync('openssl', asked.split(' '), { encoding: 'utf8', stdio: 'pipe' })
  const [key = '', cert = ''] = pem.match(/-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----\n/g) ?? []
  return { key, cert }
}
