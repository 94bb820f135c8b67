import { inflateRawSync } from 'node:zlib';
import { longestXml } from '../../../providers/saml/xml/read.ts';
import type { SamlMessage } from '../../../signin/contracts/saml-authority.ts';
import { wrongRequest } from '../refused.ts';

const longest = longestXml * 1.5;

function inflated(bytes: Buffer): Buffer {
  try {
    // The limit stops a text that grows without end, before it is there.
    return inflateRawSync(bytes, { maxOutputLength: longestXml });
  } catch (cause) {
    throw wrongRequest('the request cannot be inflated', cause);
  }
}

const isXml = (bytes: Buffer) => /^\s*</.test(bytes.subarray(0, 100).toString('latin1'));

/** The XML of a message: base64, and compressed in the Redirect binding (SAML Bindings 2.0, 3.4.4.1 and 3.5.4). */
export function decodedMessage(text: string, binding: SamlMessage['binding']): string {
  const base64 = text.replaceAll(/[\r\n\t ]/g, '');
  if (!base64 || base64.length > longest || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    throw wrongRequest('the request is not in base64');
  const bytes = Buffer.from(base64, 'base64');
  // node-saml compresses what it posts too.
  const isPlain = binding !== 'Redirect' && isXml(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(isPlain ? bytes : inflated(bytes));
  } catch (cause) {
    if (cause instanceof TypeError) throw wrongRequest('the request is not in UTF-8', cause);
    throw cause;
  }
}
