import { lazyDialog } from '../ui/lazy-dialog.tsx';

export const ActionDialog = lazyDialog(['editor'], async () => (await import('./ActionDialog.tsx')).ActionDialog);
