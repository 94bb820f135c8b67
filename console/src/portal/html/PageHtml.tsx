import './page-html.css';
import { useEffect, useState } from 'react';
import { call } from '../call.ts';
import { Alert } from '../frame/Alert.tsx';
import type { Application } from '../page.ts';
import { type Sentence, said } from '../words.ts';

interface Props {
  application: Pick<Application, 'owner' | 'name'>;
  page: 'terms' | 'signup' | 'signin';
  /** The text has been loaded. */
  onShown?: () => void;
}

/**
 * The HTML of an application. The server removed everything that runs, loads or asks, and our policy forbids the
 * rest.
 */
export function PageHtml({ application: { owner, name }, page, onShown }: Props) {
  const [html, setHtml] = useState<string>();
  const [problem, setProblem] = useState<Sentence>('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once for each page
  useEffect(() => {
    call<string>('get-page-html', { query: { applicationId: `${owner}/${name}`, page } }).then(({ data }) => {
      setHtml(data);
      onShown?.();
    }, setProblem);
  }, [owner, name, page]);
  if (problem) return <Alert>{said(problem)}</Alert>;
  if (html === undefined) return <span className="spinner" aria-hidden="true" />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
  return <div className="page-html" dangerouslySetInnerHTML={{ __html: html }} />;
}
