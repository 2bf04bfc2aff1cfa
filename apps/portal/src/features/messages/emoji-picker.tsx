import Picker, { EmojiStyle } from 'emoji-picker-react'
import french from 'emoji-picker-react/dist/data/emojis-fr'
import { styleNonce } from '../../ui/theme/style-nonce.ts'

/** Without these the picker speaks English. */
const labels = {
  searchPlaceholder: 'Chercher un emoji',
  searchLabel: 'Chercher un emoji',
  searchClear: 'Effacer la recherche',
  searchResultsNone: 'Aucun emoji trouvé',
  searchResultsOne: '1 emoji trouvé. Parcourez les emojis avec les flèches haut et bas.',
  searchResultsMany: '%n emojis trouvés. Parcourez-les avec les flèches haut et bas.',
  categoryNavigation: 'Catégories d’emojis',
}

/** 300 x 350, the phone's own emojis, no skin tones; its words in French. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void; onClose: () => void }) {
  return (
    <Picker
      nonce={styleNonce}
      width={300}
      height={350}
      emojiStyle={EmojiStyle.NATIVE}
      emojiData={french}
      skinTonesDisabled
      previewConfig={{ showPreview: false }}
      labels={labels}
      onEmojiClick={({ emoji }) => {
        // The picker remembers the last emojis in a key of its own; ours are the only ones.
        localStorage.removeItem('epr_suggested')
        onPick(emoji)
      }}
    />
  )
}
