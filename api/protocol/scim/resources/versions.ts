import { ScimFailure } from '../failure.ts';

/** The version of a resource, as a weak ETag (RFC 7644, section 3.14). */
export const versionOf = (row: { version: number }): string => `W/"${row.version}"`;

const tagsIn = (header: string) => header.split(',').map((each) => each.trim().replace(/^W\//, ''));

export const isAmong = (header: string, version: string): boolean =>
  header.trim() === '*' || tagsIn(header).includes(version.replace(/^W\//, ''));

/** Refuses a change of another version than the present one. */
export function requireVersion(row: { version: number }, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && !isAmong(ifMatch, versionOf(row)))
    throw new ScimFailure(412, 'The resource has changed since');
}
