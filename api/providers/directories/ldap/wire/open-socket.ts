import { once } from 'node:events';
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Egress } from '../../../../core/egress/gate.ts';
import type { HostAddresses } from '../../../../core/egress/resolve-host.ts';
import { Refusal } from '../../../../core/errors.ts';
import { SourceError } from '../../contract.ts';
import type { LdapSource } from '../source.ts';
import { limits } from './limits.ts';
import { askForTls } from './start-tls.ts';

const bareHost = ({ host }: LdapSource) => host.replace(/^\[|\]$/g, '');

const unreachable = ({ host, port }: LdapSource, cause: unknown) =>
  new SourceError({ code: 'ldap-unreachable', params: { host: `${host}:${port}` }, field: 'host' }, cause);

/** The addresses of the host, if the source's organization may reach all of them. */
async function addressesOf(source: LdapSource, egress: Egress): Promise<HostAddresses> {
  try {
    return await egress.for({ organization: source.organization }).addressesOf(source.host);
  } catch (error) {
    if (error instanceof Refusal)
      throw new SourceError({ code: error.code, params: error.params, field: 'host' }, error);
    throw unreachable(source, error);
  }
}

async function openPlain(source: LdapSource, egress: Egress, signal: AbortSignal): Promise<Socket> {
  const addresses = await addressesOf(source, egress);
  // The connection goes to an address that was checked, whatever the name says a moment later.
  const lookup: LookupFunction = (_host, options, done) =>
    options.all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  const { port } = source;
  const socket = connectPlain({ host: bareHost(source), port, lookup, autoSelectFamily: true, noDelay: true });
  // A later error of a socket that nobody listens to would end the process.
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw unreachable(source, error);
  }
}

/** Encrypts the connection. The certificate must be of the host that the administrator wrote, whatever address it has. */
async function secured(source: LdapSource, plain: Socket, signal: AbortSignal): Promise<TLSSocket> {
  const host = bareHost(source);
  let socket: TLSSocket | undefined;
  try {
    socket = connectTls({
      socket: plain,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ...(source.caCertificate.trim() && { ca: source.caCertificate }),
      // Verifies certificates even if NODE_TLS_REJECT_UNAUTHORIZED is off.
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
    });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect', { signal });
    return socket;
  } catch (error) {
    socket?.destroy();
    plain.destroy();
    if (signal.aborted) throw unreachable(source, error);
    throw tlsProblem(source, error as NodeJS.ErrnoException);
  }
}

/** Errors of a certificate have codes such as SELF_SIGNED_CERT_IN_CHAIN and ERR_TLS_CERT_ALTNAME_INVALID. */
function tlsProblem(source: LdapSource, error: NodeJS.ErrnoException): SourceError {
  const code = error.code ?? '';
  const isCertificate = /CERT|SIGNATURE|CRL|_CA$|ISSUER|PEM|ERR_OSSL_ASN1/.test(code);
  return isCertificate
    ? new SourceError({ code: 'ldap-untrusted', params: { problem: code }, field: 'caCertificate' }, error)
    : new SourceError({ code: 'ldap-no-tls', params: { host: source.host }, field: 'encryption' }, error);
}

/** A connection to the directory, encrypted as the source says. */
export async function openSocket(source: LdapSource, egress: Egress, aborted: AbortSignal): Promise<Socket> {
  const signal = AbortSignal.any([aborted, AbortSignal.timeout(limits.connectMs)]);
  const plain = await openPlain(source, egress, signal);
  if (source.encryption === 'None') return plain;
  if (source.encryption === 'StartTLS') {
    try {
      await askForTls(plain, signal);
    } catch (error) {
      plain.destroy();
      throw new SourceError({ code: 'ldap-no-tls', params: { host: source.host }, field: 'encryption' }, error);
    }
  }
  return secured(source, plain, signal);
}
