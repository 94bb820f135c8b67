import type { Reader, SourceObject } from './contract.ts';

export const openReader = (_source: SourceObject, _deps: unknown): Promise<Reader> =>
  Promise.reject(new Error('later'));
