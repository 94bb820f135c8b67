import { lazyDialog } from '../../../ui/lazy-dialog.tsx';

export const ActionDialog = lazyDialog(['dossier'], async () => (await import('./ActionDialog.tsx')).ActionDialog);
