import type { JobDefinition } from '../../core/jobs/kind.ts';

export interface MetadataReading {
  /** The provider with the metadata. */
  provider: string;
  /** The host of the metadata's address. Empty if they were pasted. */
  host: string;
}

/** The feature `saml-metadata` runs this job. A failure is a result: it is stored, and the time of the next try follows from it. */
export const metadataReading: JobDefinition<MetadataReading> = {
  name: 'metadata-reading',
  groupOf: ({ host }) => host,
  lines: 1,
  retry: { times: 3, firstSeconds: 5, mostSeconds: 60 },
  atOnce: 4,
  withinSeconds: 60,
};

export const readingOf = ({ name, metadataUrl }: { name: unknown; metadataUrl: unknown }): MetadataReading => ({
  provider: String(name),
  host: URL.parse(String(metadataUrl ?? ''))?.host ?? '',
});
