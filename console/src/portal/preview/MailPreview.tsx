import './mail-preview.css';
import { useEffect, useRef } from 'react';
import { t } from '../words.ts';
import type { ApplicationDraft } from './messages.ts';

/** Styles of elements wait in another attribute, because the policy of the page takes none from HTML. */
const waiting = 'data-style';
const held = (html: string) => html.replaceAll(/(<[^<>]*?) style="/g, `$1 ${waiting}="`);

/** A letter as a reader of mail shows it. The server wrote it, and made it harmless. */
export function MailPreview({ mail }: Pick<ApplicationDraft, 'mail'>) {
  const letter = useRef<HTMLDivElement>(null);
  const content = mail?.content ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the elements are those of the content
  useEffect(() => {
    for (const element of letter.current?.querySelectorAll<HTMLElement>(`[${waiting}]`) ?? [])
      element.style.cssText = element.getAttribute(waiting) ?? '';
  }, [content]);
  if (!mail) return <p role="status">{t('loading')}</p>;
  return (
    <main className="letter">
      <h1>{mail.title}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
      <div ref={letter} dangerouslySetInnerHTML={{ __html: held(content) }} />
    </main>
  );
}
