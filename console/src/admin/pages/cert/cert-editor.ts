import type { KindEditor } from '../../editor/kind-editor.ts';
import { CertificateControl } from './CertificateControl.tsx';
import { CertKeys } from './CertKeys.tsx';

export const certEditor: KindEditor = { controls: { certificate: CertificateControl }, parts: { settings: CertKeys } };
