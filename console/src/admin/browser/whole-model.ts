import './jitless.ts';

/** The model with its rules. Pages are drawn from plain data instead (`kinds.json`), so only a check loads this file. */
export { kinds } from '@doorwright/crds/kinds/index.ts';
