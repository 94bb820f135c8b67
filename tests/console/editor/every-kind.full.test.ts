import { checkPagesOf, shownKinds } from './kind-pages.ts';

checkPagesOf(shownKinds);
