import { type Answered, type Profile, refusedBy } from '../../oauth/sign-in-service.ts';
import { ns } from '../names.ts';
import { childNamed, childrenNamed, readXml, textIn } from '../xml/read.ts';
import { decoded, judge, unsolicited } from './finish.ts';

/** The issuer that a response names, to find its provider. Nothing of it is proved yet. */
export function issuerNamedIn(base64: string): string {
  const root = readXml(decoded(base64));
  const assertion = childrenNamed(root, ns.assertion, 'Assertion')[0];
  return textIn(
    childNamed(root, ns.assertion, 'Issuer') ?? (assertion && childNamed(assertion, ns.assertion, 'Issuer')),
  );
}

export interface Unsolicited {
  profile: Profile;
  /** The id of the assertion, which the identity provider never uses again. */
  id: string;
  /** The end of the confirmation: until then a copy would pass all other checks. */
  end: Date;
}

/** Judges a response without a request. The same checks hold as for one with a request, and it must not name a request. */
export async function judgeUnsolicited(answered: Answered): Promise<Unsolicited> {
  const { profile, assertion } = await judge({ ...answered, kept: unsolicited });
  const id = assertion.getAttribute('ID') ?? '';
  if (!id || id.length > 500) throw refusedBy('the assertion has no id');
  if (!profile.id || profile.id.length > 100) throw refusedBy('the service named no user');
  const subject = childNamed(assertion, ns.assertion, 'Subject');
  const ends = (subject ? childrenNamed(subject, ns.assertion, 'SubjectConfirmation') : [])
    .map((each) => childNamed(each, ns.assertion, 'SubjectConfirmationData')?.getAttribute('NotOnOrAfter'))
    .filter(Boolean)
    .map((time) => Date.parse(String(time)));
  return { profile, id, end: new Date(Math.max(...ends)) };
}
