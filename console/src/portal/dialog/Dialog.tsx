import './dialog.css';
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../frame/Button.tsx';

interface Props {
  title: string;
  /** The width of the content in pixels. */
  width: number;
  cancel: string;
  submit: ReactNode;
  /** The user closed it, by its button or by Escape. */
  onClose: () => void;
  /** The user pressed its button, which is clearer than Escape. */
  onCancel?: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A dialog. The browser keeps the focus in it and restores it afterwards. */
export function Dialog({ title, width, cancel, submit, onClose, onCancel, onSubmit, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  // The dialog is in no other form, but React passes its events to forms around it.
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
