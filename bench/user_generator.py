"""Generates users with names in many scripts; one seed always gives the same users.

Some letters, syllables and words are common and some rare, as among real users. A few names are given to one user in
five thousand each, so that a search for something rare matches the same share at every size.
"""

import random
from collections.abc import Iterator
from typing import Final, NamedTuple

# One user in this many has each of the rare names.
RARE_ONE_IN: Final = 5_000
RARE_NAMES: Final = ("龘龗", "Ѯеѱиѳ Ѱалтырев", "Quaxzotl Vyrzhkiq")

_DISABLED: Final = 0.03
_NEVER_SIGNED_IN: Final = 0.2
_WITHOUT_EMAIL: Final = 0.02
_START: Final = 1_640_995_200_000  # 2022-01-01
_FOUR_YEARS: Final = 4 * 365 * 86_400_000

_LATIN: Final = (
    "Anna Ben Clara David Elena Felix Grace Hannah Isabel James Karin Lukas Maria Nathan Olivia Peter Quentin Rosa"
    " Samuel Teresa Ulrich Victoria William Ximena Yvonne Zoe Björn Søren Åsa Łukasz Żaneta Ștefan François Chloé"
    " José Inês Müjde Çağla İlker Dvořák Jürgen Noël Siobhán Þóra Nguyễn Trần",
    "Anderson Brown Carter Davis Evans Fischer García Hernández Ibrahim Johnson Keller López Miller Nowak O'Brien"
    " Petrov Quinn Rodríguez Smith Taylor Ueda Vargas Weber Xavier Young Zimmermann Müller Größmann Sørensen Åkerlund"
    " Kowalczyk Łuczak Yılmaz Şahin Dupont Lefèvre Da-Silva Nilsson van-den-Berg Papadopoulos",
)
_CYRILLIC: Final = (
    "Алексей Борис Вера Галина Дмитрий Екатерина Жанна Зоя Иван Ксения Людмила Михаил Наталья Олег Пётр Роман Світлана"
    " Тарас Ульяна Фёдор Эдуард Юлия Яна Владимир",
    "Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Шевченко Бондаренко"
    " Ткаченко Кравчук Ђорђевић Николић",
)
_GREEK: Final = (
    "Αλέξανδρος Βασιλική Γιώργος Δήμητρα Ελένη Ζωή Θάνος Ιωάννα Κώστας Λυδία Μαρία Νίκος Όλγα Πέτρος Σοφία Χρήστος",
    "Παπαδόπουλος Νικολαΐδης Γεωργίου Δημητρίου Αντωνίου Οικονόμου Βλάχος Καραγιάννης",
)
_ARABIC: Final = (
    "محمد أحمد فاطمة عائشة علي حسن زينب يوسف مريم إبراهيم خالد ليلى عمر نور سارة",
    "الأحمد حداد خوري منصور صالح عبدالله ناصر الشامي المصري بغدادي",
)
_HEBREW: Final = ("אברהם דוד שרה רחל יעקב משה נועה תמר יונתן מיכל", "כהן לוי מזרחי פרץ ביטון דהן אברהם פרידמן")
_HINDI: Final = (
    "आदित्य प्रिया राहुल अंजलि विजय सीता अर्जुन लक्ष्मी मोहन नेहा",
    "शर्मा वर्मा गुप्ता सिंह पटेल कुमार जोशी मिश्रा यादव चौधरी",
)
_CHINESE: Final = (
    "伟 芳 娜 秀英 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀兰 霞 平 刚 桂英 子涵 欣怡 浩然 梓萱"
    " 宇轩 思远 雨桐 建国 晓东",
    "王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 萧 欧阳 司马 诸葛",
)
_JAPANESE: Final = (
    "太郎 花子 翔太 美咲 健一 さくら ひなた 大輔 由美子 ユウキ 陽菜 蓮 結衣 直樹",
    "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 斎藤",
)
_KOREAN: Final = (
    "민준 서연 도윤 하은 지호 수빈 예준 지우 현우 유진 은지 성민 영희 철수",
    "김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권",
)

# Weight of each script, its names, the separator of given and family name, and whether the family name comes first.
_SCRIPTS: Final = (
    (46, _LATIN, " ", False),
    (10, _CYRILLIC, " ", False),
    (4, _GREEK, " ", False),
    (6, _ARABIC, " ", False),
    (3, _HEBREW, " ", False),
    (5, _HINDI, " ", False),
    (14, _CHINESE, "", True),
    (7, _JAPANESE, " ", True),
    (5, _KOREAN, "", True),
)
_WORDS: Final = (
    "amber anchor arrow aspen birch bison bronze canyon cedar cobalt comet coral crane delta ember falcon fern flint"
    " forest garnet glacier granite harbor hazel heron indigo island ivory jasper juniper lagoon lantern linden lotus"
    " maple marble meadow mesa moss nectar oak onyx opal orchid otter pebble pine poppy quartz raven reef river robin"
    " saffron sage sierra slate sparrow spruce stone summit thistle timber topaz tundra valley velvet violet walnut"
    " willow winter wren yarrow zephyr"
)
_DOMAINS: Final = (
    (60, "example.com"),
    (20, "mail.example.org"),
    (10, "staff.example.net"),
    (6, "студенты.example"),
    (4, "例子.example"),
)


class GeneratedUser(NamedTuple):
    username: str
    name: str
    email: str | None
    status: int
    created_at: int
    updated_at: int
    last_login_at: int | None


def generate_users(count: int, seed: int = 1) -> Iterator[GeneratedUser]:
    """Generates the first users of a seed's sequence: a larger database starts with the users of a smaller one."""
    words = _WORDS.split()
    rng = random.Random(seed)
    scripts = [
        (tuple(given.split()), tuple(family.split()), separator, first)
        for _, (given, family), separator, first in _SCRIPTS
    ]
    weights = [weight for weight, *_ in _SCRIPTS]
    domains = [domain for _, domain in _DOMAINS]
    domain_weights = [weight for weight, _ in _DOMAINS]
    for number in range(1, count + 1):
        given, family, separator, family_first = rng.choices(scripts, weights)[0]
        parts = (rng.choice(family), rng.choice(given)) if family_first else (rng.choice(given), rng.choice(family))
        username = f"{rng.choice(words)}.{rng.choice(words)}{number}"
        domain = rng.choices(domains, domain_weights)[0]
        name = _rare_name(number) or separator.join(parts)
        created = _START + rng.randrange(_FOUR_YEARS)
        updated = created + rng.randrange(_FOUR_YEARS // 4)
        yield GeneratedUser(
            username,
            name,
            None if rng.random() < _WITHOUT_EMAIL else f"{username}@{domain}",
            0 if rng.random() < _DISABLED else 1,
            created,
            updated,
            None if rng.random() < _NEVER_SIGNED_IN else updated + rng.randrange(_FOUR_YEARS // 8),
        )


def _rare_name(number: int) -> str | None:
    index = number % RARE_ONE_IN
    return RARE_NAMES[index] if index < len(RARE_NAMES) else None
