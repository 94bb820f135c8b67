import type { Kind } from '@doorwright/crds';
import type { ImportedObject, ImportProblem } from '@doorwright/crds/options/imported.ts';
import { platform } from '../../../../core/callers.ts';
import { type FieldProblem, Refusal } from '../../../../core/errors.ts';
import { judgeNew } from '../../../../core/objects/rules/input.ts';
import type { Draft } from '../../../../core/objects/rules/kind-hooks.ts';
import { refuseMasks } from '../../../../core/objects/rules/present.ts';
import type { NewPasskey } from '../../../../signin/passkeys/registration.ts';
import { toldProblem } from '../results.ts';
import { type Fields, serverValues, takenFields } from '../taken-fields.ts';
import { withoutWrong } from '../without-wrong.ts';
import { digestColumns } from './digest.ts';
import { readSecondFactors, type SecondFactors } from './second-factors.ts';

/** A user of a request, with the good values. */
export interface Person extends SecondFactors {
  /** The place in the request. */
  at: number;
  object: ImportedObject;
  user: Draft;
  /** The fields that the source has a value for. */
  names: ReadonlySet<string>;
  /** A password that is not hashed yet. */
  plain: string;
  /** The user has this password already. */
  isUsed: boolean;
  /** They are read later, because checking a key takes a while. */
  passkeys: readonly NewPasskey[];
  problems: ImportProblem[];
}

function masksIn(kind: Kind, user: Fields): FieldProblem[] {
  try {
    refuseMasks(kind, user);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.fields;
  }
}

/** An empty text or 0 is no value of a person, so it is compared with nothing. */
const namesWithValue = (fields: Fields) =>
  new Set(Object.keys(fields).filter((name) => fields[name] !== '' && fields[name] !== 0 && fields[name] !== null));

interface Judged {
  fields: Fields;
  user: Draft;
}

/** The good values of a user. Undefined if there is no user without the others. */
function judged(kind: Kind, sent: Fields, problems: FieldProblem[], now: Date): Judged | undefined {
  for (let fields: Fields | undefined = sent; fields; ) {
    const made = judgeNew(kind, fields, now);
    const wrong = 'problems' in made ? made.problems : masksIn(kind, made.object);
    if (!('problems' in made) && wrong.length === 0) return { fields, user: made.object as Draft };
    problems.push(...wrong);
    fields = withoutWrong(kind, fields, wrong);
  }
  return undefined;
}

/** A user of a request, or the problems for which they are refused. */
export function readPerson(kind: Kind, object: ImportedObject, at: number, now: Date): Person | ImportProblem[] {
  const { fields: sent, problems } = takenFields(kind, object);
  if (sent.owner === platform) return [...problems, { field: 'owner', code: 'reserved' } as const].map(toldProblem);
  const read = judged(kind, sent, problems, now);
  if (!read) return problems.map(toldProblem);
  const { values, problems: late } = serverValues(kind, read.fields, now);
  const { plain, isUsed, columns, problems: weak } = digestColumns(object.digest, String(read.user.password), now);
  const { app, codes, problems: short } = readSecondFactors(object);
  const names = namesWithValue({ ...read.fields, ...values });
  for (const { field } of late) names.delete(field);
  return {
    ...{ at, object, plain, isUsed, app, codes, passkeys: [] },
    user: { ...read.user, ...values, ...columns } as Draft,
    names,
    problems: [...problems, ...late, ...weak, ...short].map(toldProblem),
  };
}
