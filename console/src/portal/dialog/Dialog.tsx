import './dialog.css';
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../frame/Button.tsx';

interface Props {
  title: string;
  /** Width of what stands in it, in pixels. */
  width: number;
  cancel: string;
  submit: ReactNode;
  /** It was closed: by its button, by Escape. */
  onClose: () => void;
  /** Its button was pressed, which says more than Escape. */
  onCancel?: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** Asks something before one goes on. The browser keeps the focus in it and puts it back afterwards. */
export function Dialog({ title, width, cancel, submit, onClose, onCancel, onSubmit, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  // It stands in no other form, though React tells the events of its form to those around it.
  function submitted(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  }
  return createPortal(
    <dialog ref={dialog} className="dialog" style={{ width }} aria-labelledby={heading} onClose={onClose}>
      <form noValidate onSubmit={submitted}>
        <h2 id={heading}>{title}</h2>
        {children}
        <div className="buttons">
          <Button
            look="secondary"
            onClick={() => {
              dialog.current?.close();
              onCancel?.();
            }}
          >
            {cancel}
          </Button>
          {submit}
        </div>
      </form>
    </dialog>,
    document.body,
  );
}
