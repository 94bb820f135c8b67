import type { KeyboardEvent } from 'react';
import { t } from '../words.ts';
import type { MethodForm } from './methods/method-form.ts';

interface Props {
  forms: readonly MethodForm[];
  chosen: MethodForm;
  choose: (form: MethodForm) => void;
}

/** The methods with a tab, where there are several. Arrow keys move between them (ARIA Authoring Practices, tabs). */
export function MethodTabs({ forms, chosen, choose }: Props) {
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const index = (forms.indexOf(chosen) + step + forms.length) % forms.length;
    choose(forms[index] as MethodForm);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  }
  return (
    <div className="tabs" role="tablist" aria-label={t('methods')} onKeyDown={move}>
      {forms.map((form) => (
        <button
          key={form.link}
          type="button"
          role="tab"
          aria-selected={form === chosen}
          tabIndex={form === chosen || !forms.includes(chosen) ? 0 : -1}
          onClick={() => choose(form)}
        >
          {form.tab && t(form.tab)}
        </button>
      ))}
    </div>
  );
}
