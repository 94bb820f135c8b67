import { lazyDialog } from '../ui/lazy-dialog.tsx';

/** For all rows that a list finds. */
export const MatchesDialog = lazyDialog(['editor'], async () => (await import('./MatchesDialog.tsx')).MatchesDialog);

export const ActionDialog = lazyDialog(['editor'], async () => (await import('./ActionDialog.tsx')).ActionDialog);
