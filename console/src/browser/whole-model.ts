import './jitless.ts';

/** The model with its rules. Pages are drawn from plain data instead (`bundle/plain-model.ts`), so only a check loads this file. */
export { kinds } from '@doorwright/crds/kinds/index.ts';
