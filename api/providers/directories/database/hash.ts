import { hash } from 'node:crypto';

/** The digest by which Casdoor 2022 notices a change: MD5 of the compared values in the order of the table. */
export const hashOf = (values: readonly string[]): string => hash('md5', values.join('|'), 'hex');
