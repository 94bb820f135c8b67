import type { KindEditor } from '../../resource/kind-editor.ts';
import { CertificateControl } from './CertificateControl.tsx';

export const certEditor: KindEditor = { controls: { certificate: CertificateControl } };
