import { randomBytes } from 'node:crypto';
import type { Ldap } from '@doorwright/crds/kinds/ldap.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { type ErrorCode, Refusal } from '../../../core/errors.ts';
import { SourceError } from '../../../providers/directories/contract.ts';
import { bindAs, type Who } from '../../../providers/directories/ldap/passwords/bind-as.ts';
import { sourceOfLdap } from '../../../providers/directories/ldap/source.ts';
import type { DirectoryQuestion, DirectorySignIn, DirectoryVerdict } from '../../../signin/place/directory-sign-in.ts';
import type { SyncDeps } from '../deps.ts';
import { changeInDirectory } from './change-password.ts';
import { type Home, homeOf, mayUseStored, nameOf } from './decide.ts';
import { digestToKeep, noteProof } from './keep-digest.ts';
import { rulesOfDirectory } from './password-rules.ts';
import { createSignInDirectories } from './sign-in-directories.ts';
import { takeNewcomer } from './take-newcomer.ts';

/** People wait for their sign-in. */
const longestMs = 10_000;

interface Asked {
  deps: SyncDeps;
  question: DirectoryQuestion;
}

const columnsOf = ({ password, passwordSalt, passwordType }: Awaited<ReturnType<typeof digestToKeep>>) => ({
  ...{ password, password_salt: passwordSalt, password_type: passwordType },
});

interface Answer {
  isRight: boolean;
  /** The directory demands a new password first. */
  hasExpired: boolean;
  key?: string;
  /** Why the directory refuses the person, if it is not the password. */
  why?: ErrorCode;
}

/** Asks a directory. A directory that cannot be reached is logged, and answers `away`. */
async function ask({ deps, question }: Asked, directory: Ldap, who: Who, password: string): Promise<Answer | 'away'> {
  const about = { directory: directory.serverName, organization: question.organization.name };
  try {
    const signal = AbortSignal.timeout(longestMs);
    const source = sourceOfLdap(directory);
    const { person, isRight, problem } = await bindAs(source, { ...who, password }, { ...deps, signal });
    const found = person && { key: person.key };
    // Directories say that a password has expired only after it was right.
    if (problem?.code === 'directory-password-expired') return { isRight: true, hasExpired: true, ...found };
    // The person learns no more than of a wrong password, so their administrator needs the reason here.
    if (problem) deps.log.warn({ ...about, code: problem.code }, 'A directory refuses a person');
    return { isRight, hasExpired: false, ...found, ...(problem && { why: problem.code }) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    deps.log.warn({ ...about, code: error.problem.code }, 'A directory could not be asked about a sign-in');
    return 'away';
  }
}

/**
 * Asks directories about a name with a password that nobody has, so that a wrong guess takes the same way for everybody, and the same
 * refusal tells of a directory that is away (S25).
 */
async function isAnyAway(asked: Asked, directories: readonly Ldap[]): Promise<boolean> {
  let isAway = false;
  for (const directory of directories) {
    const password = randomBytes(16).toString('base64url');
    if ((await ask(asked, directory, { loginName: asked.question.username }, password)) === 'away') isAway = true;
  }
  return isAway;
}

async function judgeAtHome(
  asked: Asked,
  user: User,
  home: Home,
  directories: readonly Ldap[],
): Promise<DirectoryVerdict> {
  const { deps, question } = asked;
  const { password, organization, now } = question;
  const answer = await ask(asked, home.directory, { key: home.key }, password);
  // An expired password proves who somebody is, and opens nothing. So no digest of it is kept.
  if (answer !== 'away' && answer.hasExpired) return { is: 'right', user, changes: {}, hasExpired: true };
  if (answer !== 'away' && answer.isRight) {
    await noteProof(deps.db, home, now);
    const changes = columnsOf(await digestToKeep(home, { organization, password }));
    const isKept = changes.password !== '' || user.password !== '';
    return { is: 'right', user, changes: isKept ? changes : {} };
  }
  const others = directories.filter((each) => each !== home.directory);
  const isAway = (await isAnyAway(asked, others)) || answer === 'away';
  if (answer === 'away') return { is: mayUseStored(home, now) ? 'stored' : 'wrong', isAway };
  return { is: 'wrong', isAway, ...(answer.why && { why: answer.why }) };
}

/** Only a directory that admits everybody gets the typed password of a stranger, and only for a name that nobody has here. */
async function judgeStranger(asked: Asked, directories: readonly Ldap[]): Promise<DirectoryVerdict> {
  const { deps, question } = asked;
  let isAway = false;
  let why: ErrorCode | undefined;
  for (const directory of directories) {
    if (directory.signInMode !== 'Everybody' || question.user) {
      isAway = (await isAnyAway(asked, [directory])) || isAway;
      continue;
    }
    const answer = await ask(asked, directory, { loginName: question.username }, question.password);
    if (answer === 'away') isAway = true;
    else if (answer.isRight && answer.key) {
      const user = await takeNewcomer(deps, directory, answer.key);
      if (user) return { is: 'right', user, changes: {}, hasExpired: answer.hasExpired };
    } else why ??= answer.why;
  }
  return { is: question.user ? 'stored' : 'wrong', isAway, ...(why && { why }) };
}

/** The directories of all organizations as sign-in asks them. */
export function createDirectorySignIn(deps: SyncDeps): DirectorySignIn {
  const directoriesOf = createSignInDirectories(deps);
  return {
    async judge(question) {
      const directories = await directoriesOf(question.organization.name);
      if (directories.length === 0) return { is: 'stored', isAway: false };
      // A directory takes an empty password for a sign-in of nobody, and answers yes.
      if (question.password === '') return { is: 'wrong', isAway: false };
      const asked = { deps, question };
      const home = question.user && (await homeOf(deps.db, deps, directories, question.user));
      return home && question.user
        ? judgeAtHome(asked, question.user, home, directories)
        : judgeStranger(asked, directories);
    },

    async placeOf(user) {
      const home = await homeOf(deps.db, deps, await directoriesOf(user.owner), user);
      return home && { source: nameOf(home), takesPasswords: home.directory.writesPasswords };
    },

    async rulesFor(user) {
      const home = await homeOf(deps.db, deps, await directoriesOf(user.owner), user);
      return home && rulesOfDirectory(deps, home);
    },

    async changePassword({ user, password, oldPassword, now }) {
      const directories = await directoriesOf(user.owner);
      const home = await homeOf(deps.db, deps, directories, user);
      if (!home) return;
      if (!home.directory.writesPasswords) throw new Refusal('password-in-directory', { source: nameOf(home) });
      await changeInDirectory(deps, home, { password, oldPassword });
      await noteProof(deps.db, home, now);
      return digestToKeep(home, { organization: { name: user.owner }, password });
    },
  };
}
