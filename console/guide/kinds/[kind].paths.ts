import { kinds } from '@doorwright/crds';
import { defineRoutes } from 'vitepress';
import { pageOfAll } from './page-of-all.ts';
import { pageOfKind } from './page-of-kind.ts';

const listed = kinds.filter(({ list }) => list);

/** A page for each kind with a list in the console. Each build makes it of the model again. */
export default defineRoutes({
  paths: () => [
    { params: { kind: 'index' }, content: pageOfAll(listed) },
    ...listed.map((kind) => ({ params: { kind: kind.plural }, content: pageOfKind(kind) })),
  ],
});
