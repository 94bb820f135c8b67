import { useData, useRoute } from 'vitepress';
import { computed, defineComponent, h, nextTick, onMounted, ref, watch } from 'vue';
import { fillIn } from './fill-in.ts';
import { type Application, issuer, ownApplications } from './installation.ts';
import { wordsIn } from './words.ts';

const keptChoice = 'guide-application';
const examples = /your-(client-id|application|organization)/;

/** Fills the examples of a page in. A reader who has signed in chooses the application, which the browser keeps. */
export const OwnValues = defineComponent(() => {
  const { lang } = useData();
  const route = useRoute();
  const origin = ref('');
  const applications = ref<Application[]>([]);
  const chosen = ref('');
  const isAsked = ref(false);
  const application = computed(() => applications.value.find(({ name }) => name === chosen.value));

  const show = async () => {
    await nextTick();
    const page = document.querySelector('.vp-doc');
    if (!page) return;
    isAsked.value ||= examples.test(page.textContent ?? '');
    fillIn(page, {
      'https://id.example.com': origin.value,
      'your-client-id': application.value?.clientId,
      'your-application': application.value?.name,
      'your-organization': application.value?.organization,
    });
  };

  onMounted(async () => {
    chosen.value = localStorage.getItem(keptChoice) ?? '';
    [origin.value, applications.value] = await Promise.all([issuer(), ownApplications()]);
    await show();
  });
  watch([() => route.path, application], show, { flush: 'post' });
  watch(
    () => route.path,
    () => {
      isAsked.value = false;
    },
    { flush: 'sync' },
  );

  const choose = ({ target }: Event) => {
    chosen.value = (target as HTMLSelectElement).value;
    localStorage.setItem(keptChoice, chosen.value);
  };

  return () => {
    if (!isAsked.value || applications.value.length === 0) return null;
    const words = wordsIn(lang.value);
    const options = applications.value.map(({ name, displayName }) =>
      h('option', { value: name }, displayName || name),
    );
    const choice = h('select', { value: application.value?.name ?? '', onChange: choose }, [
      h('option', { value: '' }, words.example),
      ...options,
    ]);
    return h('section', { class: 'own-values', 'aria-label': words.application }, [
      h('label', [words.application, choice]),
      h('small', words.values),
    ]);
  };
});
