import type { CallProblem, CallProblemCode } from '@doorwright/crds/options/call-problems.ts';
import { Refusal } from '../errors.ts';
import { AnswerTooLarge } from './egress-error.ts';

/** Codes of Node.js, OpenSSL and undici, and the beginnings of others. */
const meanings: readonly (readonly [code: RegExp, problem: CallProblemCode])[] = [
  [/^(ENOTFOUND|EAI_)/, 'name-unknown'],
  [/^ECONNREFUSED$/, 'nothing-listens'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'unreachable'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|TimeoutError)$/, 'too-late'],
  [/^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNEXPECTED_MESSAGE))/, 'no-tls'],
  [/^CERT_HAS_EXPIRED$/, 'certificate-expired'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'certificate-other-name'],
  [/^(UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|CERT_|INVALID_CA)/, 'certificate-unknown'],
  [/^(HPE_|HTTPParserError)/, 'no-http'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'connection-lost'],
];

/** An error and the errors that caused it. Some libraries wrap one several times. */
function* chain(error: unknown): Iterable<{ code?: unknown; name?: string }> {
  for (let each = error; each instanceof Error; each = each.cause) yield each;
}

/** Why a call of this address failed, in words of ours: the error of a library tells a person nothing. */
export function callProblemOf(error: unknown, url: string): CallProblem {
  const { hostname = '', port = '', protocol = '' } = URL.parse(url) ?? {};
  const at = `${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`;
  for (const each of chain(error)) {
    if (each instanceof Refusal) return { code: 'address-forbidden', value: hostname };
    if (each instanceof AnswerTooLarge) return { code: 'answer-too-large', value: at };
    const { code = '', name = '' } = each;
    const found = meanings.find(([pattern]) => pattern.test(String(code)) || pattern.test(name));
    if (found?.[1] === 'name-unknown') return { code: found[1], value: hostname };
    if (found) return { code: found[1], value: at };
  }
  return { code: 'failed', value: at };
}
