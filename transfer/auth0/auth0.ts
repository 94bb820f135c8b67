import { BrokenSource, type Format, type Item } from '../contract.ts';
import { namedOrganization } from '../reading/named-organization.ts';
import { unknownClaims } from './profile.ts';
import { filesOf, hasDigest, isLost, recordsOf } from './records.ts';
import { firstReading } from './sent-digests.ts';
import { type Reading, userItems } from './users.ts';

async function* read(files: readonly string[], organization: string): AsyncIterable<Item> {
  const { digests, prefixes, lost } = await firstReading(files);
  yield namedOrganization(organization, prefixes);
  const reading: Reading = { organization, prefix: prefixes.usual(), names: new Set(), emails: new Set() };
  const unknown = new Set<string>();
  for (const file of files)
    for await (const each of recordsOf(file)) {
      if (isLost(each) || hasDigest(each.record)) continue;
      for (const claim of unknownClaims(each.record)) unknown.add(claim);
      yield* userItems(each.record, digests.of(each.record), reading);
    }
  for (const { record, password } of digests.rest()) yield* userItems(record, password, reading);
  yield* lost;
  if (unknown.size > 0)
    yield {
      from: 'users',
      lost: `values of ${[...unknown].sort().join(', ')}`,
      why: 'No field of a user has such values. Services sent them to Auth0.',
    };
}

/** Auth0: the lines of a user export, the digests that its support sends, and the form of a bulk import. */
export const auth0: Format = {
  name: 'auth0',
  recognizes: async (place) => (await filesOf(place)).length > 0,
  async *read(place, { organization }) {
    if (!organization)
      throw new BrokenSource(
        'An export of Auth0 names no organization. Name the one that takes its users (--organization).',
      );
    const files = await filesOf(place);
    if (files.length === 0) throw new BrokenSource('There is no user of Auth0 in it.');
    yield* read(files, organization);
  },
};
