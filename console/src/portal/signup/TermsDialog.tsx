import './terms.css';
import { type MouseEvent, useState } from 'react';
import { Dialog } from '../dialog/Dialog.tsx';
import { Button } from '../frame/Button.tsx';
import { PageHtml } from '../html/PageHtml.tsx';
import type { Application } from '../page.ts';
import { t } from '../words.ts';

interface Props {
  application: Application;
  onAnswer: (isAccepted: boolean) => void;
  onClose: () => void;
}

/** A link in the terms must not leave a half-filled form. */
function openBeside(event: MouseEvent) {
  const link = (event.target as Element).closest('a');
  if (!link) return;
  event.preventDefault();
  window.open(link.href, '_blank', 'noopener');
}

/** The terms of use of an application. Declining leaves the page, and closing stays on it. */
export function TermsDialog({ application, onAnswer, onClose }: Props) {
  const [isShown, setShown] = useState(false);

  function accept() {
    onAnswer(true);
    onClose();
  }

  function decline() {
    onAnswer(false);
    history.back();
  }

  return (
    <Dialog
      title={t('termsTitle')}
      width={720}
      cancel={t('decline')}
      submit={
        <Button type="submit" disabled={!isShown}>
          {t('accept')}
        </Button>
      }
      onClose={onClose}
      onCancel={decline}
      onSubmit={accept}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link clicks it */}
      <section className="terms" aria-label={t('termsTitle')} tabIndex={0} onClick={openBeside}>
        <PageHtml application={application} page="terms" onShown={() => setShown(true)} />
      </section>
    </Dialog>
  );
}
