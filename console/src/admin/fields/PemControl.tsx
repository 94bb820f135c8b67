import { CertificateFacts } from './CertificateFacts.tsx';
import type { ControlProps } from './control.ts';
import { TextAreaControl } from './TextAreaControl.tsx';
import { useSettled } from './use-settled.ts';

/** Certificates, with their owners and ends. */
export function PemControl(props: ControlProps<string>) {
  const { settled = '' } = useSettled(props.value ?? '');
  return (
    <>
      <TextAreaControl {...props} />
      <CertificateFacts text={settled.trim()} />
    </>
  );
}
