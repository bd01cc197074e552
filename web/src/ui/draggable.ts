/** Drag an element with mouse, pen or finger: a small copy follows above the pointer and leaves a gap. */
export interface DragOptions {
  /** Whether a drag may begin. */
  isEnabled: () => boolean;
  onstart: () => void;
  /** Return whether it can be dropped here: the copy fades, so that the target shows. */
  onmove?: (x: number, y: number) => boolean;
  ondrop: (x: number, y: number) => void;
  oncancel: () => void;
}

/** Pixels that the pointer moves before a press becomes a drag. */
const SLOP = 8;
/** The size of the copy, and its distance from the pointer: a finger hides more than an arrow does. */
const SCALE = 0.6;
const [ABOVE_MOUSE, ABOVE_FINGER] = [14, 36];

export function draggable(node: HTMLElement, options: DragOptions): { update: (next: DragOptions) => void; destroy: () => void } {
  let now = options;
  let drag: { id: number; x: number; y: number; ghost: HTMLElement | null } | null = null;

  function begin(event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary || !now.isEnabled()) return;
    drag = { id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', escape, true);
  }

  function move(event: PointerEvent): void {
    if (!drag || event.pointerId !== drag.id) return;
    const { clientX: x, clientY: y } = event;
    if (!drag.ghost) {
      if (Math.hypot(x - drag.x, y - drag.y) < SLOP) return;
      drag.ghost = ghostOf(node);
      node.classList.add('dragged');
      now.onstart();
    }
    const above = event.pointerType === 'touch' ? ABOVE_FINGER : ABOVE_MOUSE;
    drag.ghost.style.transform = `translate(${x}px, ${y - above}px) translate(-50%, -100%) scale(${SCALE})`;
    drag.ghost.style.opacity = now.onmove?.(x, y) ? '0.3' : '0.9';
  }

  function drop(event: PointerEvent): void {
    if (!drag || event.pointerId !== drag.id) return;
    const wasDragged = drag.ghost !== null;
    end();
    if (!wasDragged) return;
    swallowClick();
    now.ondrop(event.clientX, event.clientY);
  }

  function cancel(): void {
    const wasDragged = drag?.ghost != null;
    end();
    if (wasDragged) now.oncancel();
  }

  function escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !drag?.ghost) return;
    event.stopPropagation();
    swallowClick();
    cancel();
  }

  function end(): void {
    drag?.ghost?.remove();
    node.classList.remove('dragged');
    drag = null;
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', drop);
    removeEventListener('pointercancel', cancel);
    removeEventListener('keydown', escape, true);
  }

  node.addEventListener('pointerdown', begin);
  // Prevent the browser from dragging images and links itself, which would capture the pointer.
  node.addEventListener('dragstart', (event) => event.preventDefault());
  node.style.touchAction = 'none';
  return {
    update: (next) => (now = next),
    destroy: () => {
      node.removeEventListener('pointerdown', begin);
      end();
    },
  };
}

function ghostOf(node: HTMLElement): HTMLElement {
  const box = node.getBoundingClientRect();
  const ghost = node.cloneNode(true) as HTMLElement;
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  ghost.classList.add('drag-ghost');
  Object.assign(ghost.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    width: `${box.width}px`,
    height: `${box.height}px`,
    zIndex: '50',
    pointerEvents: 'none',
    transformOrigin: '50% 100%',
  });
  ghost.style.setProperty('--card-width', `${box.width}px`);
  document.body.append(ghost);
  return ghost;
}

/** Suppress the click at the end of a drag. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0);
}
