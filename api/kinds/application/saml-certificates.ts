import { X509Certificate } from 'node:crypto';
import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whether a text is PEM certificates with RSA keys, which all allowed signatures and encryptions need. */
function isOfCertificates(text: string, most: number): boolean {
  const blocks = text.match(block) ?? [];
  if (blocks.length === 0 || blocks.length > most || text.replaceAll(block, '').trim() !== '') return false;
  try {
    return blocks.every((each) => new X509Certificate(each).publicKey.asymmetricKeyType === 'rsa');
  } catch {
    return false;
  }
}

/** A service provider has two certificates during a rotation of its key. Its assertions are encrypted for one of them. */
const mostIn = { certificates: 10, encryptionCertificate: 1 } as const;

/** Refuses a service provider whose certificate nobody could use. */
export function checkSamlCertificates({ samlServiceProviders }: Draft): void {
  const providers = (samlServiceProviders ?? []) as SamlServiceProvider[];
  const problems = providers.flatMap((provider, index) =>
    (['certificates', 'encryptionCertificate'] as const).flatMap((member) =>
      !provider[member] || isOfCertificates(provider[member], mostIn[member])
        ? []
        : [{ field: `samlServiceProviders[${index}].${member}`, code: 'not-certificate' as const }],
    ),
  );
  if (problems.length > 0) throw invalid(problems);
}
