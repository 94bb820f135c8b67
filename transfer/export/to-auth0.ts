import type { Loss } from '../contract.ts';
import { auth0Password } from './auth0-password.ts';
import type { Exported, ExportedUser } from './contract.ts';
import { isOn, lossOf, lostProofs, propertiesOf, textOf } from './user-fields.ts';

/** A file of an import has at most 500 kB. */
const auth0FileBytes = 500_000;

export interface Auth0Options {
  /** The most bytes of a file. 0 puts all people into one. */
  fileBytes?: number;
  /** The connection has user names. Others refuse people with one. */
  withUsernames?: boolean;
}

/** The fields of a profile that Auth0 has no place for. */
const moreFields = [
  'phone',
  'language',
  'homepage',
  'gender',
  'birthday',
  'timeZone',
  'location',
  'title',
  'affiliation',
];

const metadataOf = (user: ExportedUser) =>
  Object.fromEntries([
    ...Object.entries(propertiesOf(user)),
    ...moreFields.map((name) => [name, textOf(user, name)] as const).filter(([, value]) => value !== ''),
  ]);

function personOf(user: ExportedUser, { withUsernames }: Auth0Options): { person: object; lost: Loss[] } {
  const { digest, totp, groups, roles } = user;
  const password = digest && auth0Password(digest);
  const text = (name: string) => textOf(user, name) || undefined;
  const person = {
    ...{ user_id: text('id'), email: text('email'), email_verified: isOn(user, 'emailVerified') },
    ...(withUsernames && { username: text('name') }),
    ...{
      nickname: text('name'),
      name: text('displayName'),
      given_name: text('firstName'),
      family_name: text('lastName'),
    },
    ...{ picture: text('avatar'), blocked: isOn(user, 'isForbidden') },
    ...{ user_metadata: metadataOf(user), app_metadata: { groups, roles }, ...password },
    ...(totp && { mfa_factors: [{ totp: { secret: totp } }] }),
  };
  const lost = [
    ...(digest && !password
      ? [lossOf(user, `password of type ${digest.passwordType}`, 'Auth0 takes no such digest; the user sets a new one')]
      : []),
    ...(isOn(user, 'mustChangePassword')
      ? [lossOf(user, 'a new password at the next sign-in', 'Auth0 cannot ask for it')]
      : []),
  ];
  return { person, lost: [...lost, ...lostProofs(user)] };
}

function whyMissing(user: ExportedUser): string | undefined {
  if (isOn(user, 'isDeleted')) return 'they are deleted';
  return textOf(user, 'email') ? undefined : 'Auth0 needs an email address';
}

const nameOf = (file: number) => `auth0-users-${file}.json`;

/** The people of an organization in the files of Auth0's bulk import. */
export async function* toAuth0(
  people: AsyncIterable<ExportedUser>,
  options: Auth0Options = {},
): AsyncIterable<Exported> {
  const { fileBytes = auth0FileBytes } = options;
  const [start, separator, end] = ['[\n', ',\n', '\n]\n'];
  let [file, bytes] = [0, 0];
  for await (const user of people) {
    const why = whyMissing(user);
    if (why) {
      yield lossOf(user, 'the whole user', why);
      continue;
    }
    const { person, lost } = personOf(user, options);
    const text = JSON.stringify(person);
    const size = Buffer.byteLength(text) + separator.length;
    if (bytes > 0 && fileBytes > 0 && bytes + size + end.length > fileBytes) {
      yield { file: nameOf(file), text: end };
      [file, bytes] = [file + 1, 0];
    }
    yield { file: nameOf(file), text: (bytes === 0 ? start : separator) + text };
    bytes += size;
    yield* lost;
  }
  yield { file: nameOf(file), text: bytes === 0 ? '[]\n' : end };
}
