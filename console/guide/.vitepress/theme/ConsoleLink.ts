import { useData } from 'vitepress';
import { defineComponent, h } from 'vue';
import { wordsIn } from './words.ts';

/** The console is another program of this server, so the browser loads it. */
export const ConsoleLink = defineComponent(() => {
  const { lang } = useData();
  return () => h('a', { class: 'console-link', href: '/', target: '_self' }, wordsIn(lang.value).console);
});
