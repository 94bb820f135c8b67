/** A record as it is stored, without its secrets: it has none. */
export type StoredRecord = Readonly<Record<string, unknown>> & { id: number; createdTime: string };

/** What is signed about the records of an organization that were written within one step. */
export interface RecordHead {
  /** Its name at that time. */
  organization: string;
  number: number;
  /** The month of the records, such as 2026-11. A month leaves the database as a whole. */
  month: string;
  /** The greatest id of the step. The next step begins behind it. */
  toId: number;
  sealedTime: string;
  /** The fields of a record that its digest covers, separated by commas. */
  fields: string;
  /** The id of each record with the beginning of its digest: `7:Xk3…` and so on, separated by spaces. */
  members: string;
  /** The digest of all digests of the records. */
  rows: string;
  /** The digest of the head before. Empty for the first one. */
  previous: string;
  digest: string;
}

/** What is signed about the heads of all organizations after one step. */
export interface RecordAnchor {
  number: number;
  /** How many records have heads. */
  records: number;
  /** The greatest id of the step. */
  toId: number;
  sealedTime: string;
  /** JSON: organization, number and digest of each head of the step. */
  heads: string;
  /** The digest of the anchor before. Empty for the first one. */
  previous: string;
  digest: string;
}

/** A new name of the organization changes them. The chain itself says whose records they are. */
export const uncoveredFields: readonly string[] = ['owner', 'version'];

/** A user of the organization itself stays one after it gets another name. */
const covered = (record: StoredRecord, name: string): unknown =>
  name === 'organization' && record.organization === record.owner ? '' : (record[name] ?? null);

/** JSON with the members of each object in one order, because databases keep none. */
const ordered = (_key: string, value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const shortLength = 12;

export const memberOf = (id: number, digest: string): string => `${id}:${digest.slice(0, shortLength)}`;

const ofHead = [
  'organization',
  'number',
  'month',
  'toId',
  'sealedTime',
  'fields',
  'members',
  'rows',
  'previous',
] as const;

const ofAnchor = ['number', 'records', 'toId', 'sealedTime', 'heads', 'previous'] as const;

/** The digests of records, heads and anchors, with SHA-256 as the program has it. */
export const recordDigests = (sha256: (text: string) => string) => ({
  ofRecord: (record: StoredRecord, fields: string): string =>
    sha256(
      JSON.stringify(
        fields.split(',').map((name) => covered(record, name)),
        ordered,
      ),
    ),
  ofRows: (digests: readonly string[]): string => sha256(digests.join('\n')),
  ofHead: (head: RecordHead): string => sha256(JSON.stringify(ofHead.map((name) => head[name]))),
  ofAnchor: (anchor: RecordAnchor): string => sha256(JSON.stringify(ofAnchor.map((name) => anchor[name]))),
});

export type RecordDigests = ReturnType<typeof recordDigests>;

/** The signed part of a head. It names everything, because each head follows from the one before. */
export const signedText = ({ organization, number, digest, sealedTime }: RecordHead): string =>
  JSON.stringify({ organization, number, digest, sealedTime });

/** The signed part of an anchor. An anchor that is kept elsewhere is this text with its signature. */
export const anchorText = ({ number, records, toId, digest, sealedTime }: RecordAnchor): string =>
  JSON.stringify({ anchor: number, records, toId, digest, sealedTime });
