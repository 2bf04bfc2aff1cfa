import { showPerson, showSignIn } from './account.js'
import { call, listen, me } from './api.js'
import { openConversation, refreshThread, showConversations } from './conversations.js'
import { find, say } from './dom.js'
import { showNotices } from './notices.js'
import { showPlaces } from './places.js'

const noticesMilliseconds = 3000

/** The page of a resident: what is around, conversations, notifications; live. */
async function enter() {
  const { user } = await call('GET', '/authentication/session')
  showPerson(user)
  document.body.classList.add('signed-in')
  find('around').addEventListener('submit', (event) => {
    event.preventDefault()
    tell(showPlaces(openConversation))
  })
  tell(refresh())
  setInterval(() => tell(showNotices()), noticesMilliseconds)
  void listen(({ topic }) => tell(topic === 'company' ? showPlaces(openConversation) : refresh()))
}

async function refresh() {
  await Promise.all([showPlaces(openConversation), showConversations(), refreshThread(), showNotices()])
}

function tell(work) {
  work.catch((error) => {
    say(error.message, 'wrong')
    if (!me.token) window.location.reload()
  })
}

if (me.token) {
  enter().catch(() => {
    me.forget()
    showSignIn(enter)
  })
} else {
  showSignIn(enter)
}
