import type { KeyObject } from 'node:crypto';
import { privateKeyIn, publicKeyIn } from '../../rsa-key.ts';
import { refusedBy, type Till } from '../channel.ts';
import { certificateNumber, rootNumbers } from './certificate-sn.ts';

interface Keys {
  /** The application's key, which signs requests. */
  own: KeyObject;
  /** Alipay's key, which signs answers and notifications. */
  alipay: KeyObject;
  /** The numbers of certificates that requests carry. Empty with plain keys. */
  numbers: Readonly<Record<string, string>>;
}

function found(key: KeyObject | undefined, what: string): KeyObject {
  if (!key) throw refusedBy(`${what} is no key`);
  return key;
}

/** An application has either certificates or plain keys. A provider with a cert uses certificates. */
export function keysOf({ provider, cert }: Pick<Till, 'provider' | 'cert'>): Keys {
  if (cert)
    return {
      own: found(privateKeyIn(cert.privateKey), 'the private key of the cert'),
      alipay: found(publicKeyIn(cert.authorityPublicKey), 'the authority public key of the cert'),
      numbers: {
        app_cert_sn: certificateNumber(cert.certificate, 'the certificate of the cert'),
        alipay_root_cert_sn: rootNumbers(cert.authorityRootPublicKey),
      },
    };
  return {
    own: found(privateKeyIn(provider.clientSecret), 'the client secret'),
    alipay: found(publicKeyIn(provider.clientSecret2), "Alipay's public key"),
    numbers: {},
  };
}
