import { type ComponentType, Suspense } from 'react';
import { needWords } from '../words/catalogues.ts';
import { lazyPart } from './lazy-part.tsx';

/** A dialog that loads with its words when somebody asks for it. The page below it stays as it is. */
export function lazyDialog<Props extends object>(
  words: readonly string[],
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Dialog = lazyPart<Props>(async () => {
    const [loaded] = await Promise.all([load(), needWords(words)]);
    return loaded;
  }) as ComponentType<Props>;
  return (props) => (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}
