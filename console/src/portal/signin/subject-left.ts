import type { Subject } from '../page.ts';
import { readSubject } from '../subject.ts';
import { targetAt } from '../targets/registry.ts';

interface Left {
  /** Path and query of the sign-in page. */
  page: string;
  application: string;
  organization: string;
}

/** The subject of a sign-in page that the browser left, on the page to which it came back. */
export async function subjectLeft({ page, application, organization }: Left): Promise<Subject> {
  const { pathname, searchParams } = new URL(page, location.origin);
  const params = { app: application || 'app-built-in', owner: organization };
  const source = targetAt(pathname).continuesSession ? 'client' : 'path';
  const subject = await readSubject(source, params, searchParams);
  if ('code' in subject) throw new Error(subject.refusal);
  return subject;
}
