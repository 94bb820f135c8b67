import { useEffect, useRef, useState } from 'react';
import { type Draft, hearReady, show } from '../../../portal/preview/messages.ts';

const [lowest, highest] = [420, 760];
/** The bars of the console above and below the preview, and its own choices. */
const around = 340;

interface Props {
  title: string;
  language: string;
  draft: Draft;
  /** The width of the window in which the page is shown. */
  width: number;
}

/** The room that there is, in pixels. */
function useRoom() {
  const element = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: lowest });
  useEffect(() => {
    const measure = () =>
      setRoom({
        width: element.current?.clientWidth ?? 0,
        height: Math.max(lowest, Math.min(highest, window.innerHeight - around)),
      });
    const observer = new ResizeObserver(measure);
    if (element.current) observer.observe(element.current);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, []);
  return { element, room };
}

/** A page in a sandbox without origin. A page that is wider than its place is drawn smaller. */
export function PreviewFrame({ title, language, draft, width }: Props) {
  const { element, room } = useRoom();
  const frame = useRef<HTMLIFrameElement>(null);
  /** How often the page in the frame has loaded. */
  const [loads, setLoads] = useState(0);
  const scale = Math.min(1, room.width / width) || 1;

  useEffect(
    () =>
      hearReady(
        () => frame.current,
        () => setLoads((before) => before + 1),
      ),
    [],
  );
  useEffect(() => {
    if (loads > 0) show(frame.current, draft);
  }, [loads, draft]);

  return (
    <div ref={element} className="page-preview-window" dir="ltr" style={{ height: room.height }}>
      <iframe
        key={language}
        ref={frame}
        title={title}
        src={`/preview?${new URLSearchParams({ language })}`}
        sandbox="allow-scripts"
        style={{ width, height: room.height / scale, transform: `scale(${scale})` }}
      />
    </div>
  );
}
