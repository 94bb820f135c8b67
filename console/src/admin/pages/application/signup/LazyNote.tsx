import { Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { needWords } from '../../../words/catalogues.ts';

const SignUpNote = lazyPart(async () => {
  const [file] = await Promise.all([import('./SignUpNote.tsx'), needWords(['application-notes'])]);
  return file.SignUpNote;
});

/** The note loads where it is shown, which is rare. */
export const LazyNote = (props: { leftOut?: readonly string[] }) => (
  <Suspense>
    <SignUpNote {...props} />
  </Suspense>
);
