import type { Source } from './source.ts';

/** The same source without writes: it answers as if it had written. */
export const readOnly = (source: Source): Source => ({
  clusterId: () => source.clusterId(),
  isComplete: () => source.isComplete(),
  follow: (...asked) => source.follow(...asked),
  readSecret: (...asked) => source.readSecret(...asked),
  applySecret: async (secret) => secret,
  deleteSecret: async () => {},
  readTombstones: (...asked) => source.readTombstones(...asked),
  writeTombstone: async () => {},
  writeStatus: async (_resource, object, status) => ({ ...object, status }),
  writeFinalizers: async (_resource, object, finalizers) => ({
    ...object,
    metadata: { ...object.metadata, finalizers: [...finalizers] },
  }),
  recordEvent: () => {},
  close: () => source.close(),
});
