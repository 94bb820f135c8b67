import { isIP } from 'node:net';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { platform } from '../../core/callers.ts';
import { EgressError } from '../../core/egress/egress-error.ts';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import type { Egress, EgressClient } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';
import { readServiceProvider, type ServiceProviderFacts } from '../../providers/saml/metadata/service-provider.ts';
import { type ReadMetadata, readMetadata } from '../../providers/saml/metadata/theirs.ts';
import { longestXml } from '../../providers/saml/xml/read.ts';

const unreadable = (problem: string, cause?: unknown) =>
  new Refusal('saml-metadata-unreadable', { problem: problem.slice(0, 250) }, { cause });

/** Between two programs of one machine nobody can change a message. */
const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));

/** Metadata name the keys that everything else is checked with. So somebody must vouch for them: TLS, or a signature. */
function refusePlain(address: string, signers: string): void {
  const { protocol, hostname } = URL.parse(address) ?? {};
  if (protocol === 'https:' || signers || isLoopback(hostname ?? '')) return;
  throw unreadable('the address must begin with https, or the metadata need a signature');
}

/** Reads the text of a document as UTF-8. */
function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw unreadable('the metadata are not in UTF-8', cause);
  }
}

export type Source = Pick<
  Provider,
  'metadata' | 'metadataUrl' | 'metadataCert' | 'issuerUrl' | 'requestBinding' | 'audience' | 'organizations'
>;

function download({ metadataUrl, metadataCert, ...source }: Source, egress: Egress): Promise<string> {
  refusePlain(metadataUrl, metadataCert);
  return downloadFrom(metadataUrl, egress.for(egressOwnerOf(source, source.organizations[0] ?? platform)));
}

async function downloadFrom(metadataUrl: string, way: EgressClient): Promise<string> {
  const headers = { Accept: 'application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.8' };
  // A redirect could lead from https to http.
  const limits = { maxBytes: longestXml, redirects: 0 };
  const { status, body, url } = await way.fetch(metadataUrl, { headers }, limits).catch((error) => {
    throw error instanceof EgressError ? unreadable(error.message, error) : error;
  });
  if (status !== 200) throw unreadable(`${new URL(url).host} answered ${status}`);
  return textOf(body);
}

/** Reads the metadata of a provider, from their address if there is one. Every failure is one refusal with its reason. */
export async function loadMetadata(source: Source, egress: Egress, now: Date): Promise<ReadMetadata> {
  const text = source.metadataUrl ? await download(source, egress) : source.metadata.trim();
  const { issuerUrl: issuer, metadataCert: signers, requestBinding: binding } = source;
  return reading(() => readMetadata({ text, issuer: issuer.trim(), signers, binding, now }));
}

/** Every failure of a reading is one refusal with its reason. */
async function reading<T>(read: () => T): Promise<T> {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) throw unreadable(String(error.params.problem ?? error.code), error);
    throw error;
  }
}

/** Reads the metadata of a service provider, from their address if there is one. */
export async function loadServiceProvider(
  { metadata, metadataUrl, entityId }: { metadata: string; metadataUrl: string; entityId: string },
  way: EgressClient,
  now: Date,
): Promise<ServiceProviderFacts> {
  if (metadataUrl) refusePlain(metadataUrl, '');
  const text = metadataUrl ? await downloadFrom(metadataUrl, way) : metadata.trim();
  return reading(() => readServiceProvider({ text, entityId: entityId.trim(), now }));
}
