import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const openssl = async (...args: string[]) => void (await promisify(execFile)('openssl', args));

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];

export interface Certificates {
  ca: string;
  certificate: string;
  key: string;
  /** The text of the authority's certificate. */
  caText: string;
}

/** An authority of its own, and its certificate for a server on this machine. */
export async function createCertificates(dir: string, hosts = 'DNS:localhost,IP:127.0.0.1'): Promise<Certificates> {
  const [ca, caKey] = [join(dir, 'ca.pem'), join(dir, 'ca.key')];
  const [certificate, key, request] = [join(dir, 'server.pem'), join(dir, 'server.key'), join(dir, 'server.csr')];
  const extensions = join(dir, 'server.ext');
  writeFileSync(extensions, `subjectAltName=${hosts}\n`);
  await openssl('req', '-x509', ...newKey, '-subj', '/CN=Test CA', '-keyout', caKey, '-out', ca);
  await openssl('req', ...newKey, '-subj', '/CN=localhost', '-keyout', key, '-out', request);
  const signed = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-extfile', extensions];
  await openssl('x509', '-req', '-in', request, ...signed, '-out', certificate);
  return { ca, certificate, key, caText: readFileSync(ca, 'utf8') };
}
